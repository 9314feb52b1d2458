// @ts-check
// JSON Patch (RFC 6902), as far as the API uses it: add, remove and replace. Nothing is changed in place.

/** @typedef {{op: string, path: string, value?: any}} Operation */

/**
 * The value after a patch; it shares everything that did not change with the value before.
 * @param {any} value
 * @param {Operation[]} patch
 */
export function applied(value, patch) {
  for (const operation of patch) {
    const path = operation.path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    value = changed(value, path, operation);
  }
  return value;
}

/**
 * @param {any} value
 * @param {string[]} path
 * @param {Operation} operation
 * @returns {any}
 */
function changed(value, path, operation) {
  const [name, ...rest] = path;
  if (name === undefined) return operation.value;
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  if (rest.length) copy[name] = changed(copy[name], rest, operation);
  else if (operation.op === "remove") Array.isArray(copy) ? copy.splice(Number(name), 1) : delete copy[name];
  else if (operation.op === "add" && Array.isArray(copy)) copy.splice(name === "-" ? copy.length : Number(name), 0, operation.value);
  else copy[name] = operation.value;
  return copy;
}
