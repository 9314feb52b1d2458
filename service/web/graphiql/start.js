// Starts GraphiQL on the API that served this page, with a query that works without a token.
"use strict";

const firstQuery = `# Emberlog over GraphQL.
# Press the button, or Ctrl+Enter.
#
# Most things can be read without a token.
# To play, sign up:
#   mutation {
#     signUp(name: "Ada") {
#       ... on SignedUp { token }
#     }
#   }
# and write what you get under Headers below:
#   { "Authorization": "Bearer emb_..." }

query First {
  rulesets {
    name
    title
    players
    moves { type name }
  }
  games(first: 5) {
    nodes {
      id
      status
      seats { seat account { name } bot }
      game {
        version
        actor { seats automa }
        view { __typename }
      }
    }
  }
}
`;

const socket = location.origin.replace(/^http/, "ws") + "/graphql";
const fetcher = GraphiQL.createFetcher({ url: "/graphql", subscriptionUrl: socket });
const asked = new URLSearchParams(location.search);

ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultQuery: firstQuery,
    query: asked.get("query") || undefined,
    variables: asked.get("variables") || undefined,
    defaultEditorToolsVisibility: "headers",
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
  }),
);
