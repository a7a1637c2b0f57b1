/**
 * Node's module `http`. It is not imported, because that reads all of its exports, and reading `WebSocket` loads the client of `fetch`
 * with its dependencies: a process that only imports `node:http` takes 62 MB instead of 47. Can be removed when an import no longer does.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
