/** A call of a method of one of the services of a thread or process. */
export interface RemoteCall {
  service: string
  method: string
  args: readonly unknown[]
}

/** Thrown by a call whose thread has ended before it responded: nobody knows whether the call was performed. */
export class UnansweredError extends Error {}

/**
 * The services of another thread: objects of methods by name. A call copies its arguments to the thread and the result back, so both
 * are plain data. An error crosses as the text of its stack trace: a method returns the outcomes that its caller distinguishes.
 * @template Missing what a call resolves with if it was not run
 */
export type Remote<Services, Missing = never> = {
  readonly [Name in keyof Services]: {
    readonly [Method in keyof Services[Name]]: Services[Name][Method] extends (...args: infer Args) => infer Result
      ? (...args: Args) => Promise<Awaited<Result> | Missing>
      : never
  }
}

/** Returns an object that creates its properties when they are first read. */
function createOnRead<Value>(create: (name: string) => Value): Record<string, Value> {
  return new Proxy<Record<string, Value>>(Object.create(null), {
    get: (known, name) => {
      // Otherwise `await` would take the object for a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined
      known[name] ??= create(name)
      return known[name]
    },
  })
}

/** Creates services whose methods call the given function, which sends the call or performs it. */
export function createRemote<Services, Missing = never>(send: (call: RemoteCall) => Promise<unknown>): Remote<Services, Missing> {
  const remote = createOnRead(service =>
    createOnRead(
      method =>
        (...args: unknown[]) =>
          send({ service, method, args }),
    ),
  )
  return remote as unknown as Remote<Services, Missing>
}

/** Performs a call with the services of this thread. */
export async function performCall(services: object, { service, method, args }: RemoteCall): Promise<unknown> {
  const perform = own(own(services, service), method)
  if (typeof perform !== 'function') throw new Error(`There is no service method "${service}.${method}".`)
  return perform(...args)
}

function own(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Record<string, unknown>)[name]
    : undefined
}
