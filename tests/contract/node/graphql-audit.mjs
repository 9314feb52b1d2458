// Audits GraphQL over HTTP at the address it is given; tells whatever is not as the specification wants it.
import { auditServer } from "graphql-http";

const results = await auditServer({ url: process.argv[2], fetchFn: fetch });
const wrong = results.filter((result) => result.status !== "ok");
for (const { status, id, name, reason } of wrong) console.error(status, id, name, reason);
console.log(JSON.stringify({ audits: results.length, wrong: wrong.length }));
