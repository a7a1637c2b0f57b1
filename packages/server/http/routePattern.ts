/** `/a/:id` as `/a/:`, so that paths can be compared whatever their parameters are called. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':')

/**
 * The pattern of a route in the router's words. A parameter in the middle of a path may be empty. One at the end takes the
 * whole rest of the path, unless a longer route goes on below it.
 * @param path below /api
 * @param paths of all routes
 */
export const routePattern = (path: string, paths: readonly string[]): string => {
  const goesOn = paths.some(other => shapeOf(other).startsWith(`${shapeOf(path)}/`))
  const last = goesOn ? '[^/]+' : '.+'
  return `/api${path.replace(/:(\w+)(?=(\/)?)/g, (_, name: string, slash?: string) => `:${name}{${slash ? '[^/]*' : last}}`)}`
}
