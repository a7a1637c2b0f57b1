import type { Loaded, Middleware, RegisteredHook } from './messages.ts'

/** Returns the middlewares around every request as hooks, which are shown together. */
export function middlewaresOf({ pre, use }: Loaded): RegisteredHook[] {
  const named = (event: string, middlewares: readonly Middleware[]) =>
    middlewares.flatMap(middleware => ('guard' in middleware ? [] : [{ ...middleware, event, tags: [] }]))
  return [...named('routerPre', pre), ...named('routerUse', use)]
}
