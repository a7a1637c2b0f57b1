import type { DataEvent } from '../db/commits.ts'

/** A kind of event: creates such events, and recognizes them among others. */
export interface EventType<Data> {
  (data: Data): DataEvent
  is: (event: DataEvent) => event is DataEvent & { data: Data }
}

/**
 * Defines a kind of event, beside the code that emits it.
 * @param type the name of the kind, which no other kind has; stored events contain it
 */
export function defineEvent<Data = undefined>(type: string): EventType<Data> {
  const create = (data: Data): DataEvent => ({ type, data })
  return Object.assign(create, {
    is: (event: DataEvent): event is DataEvent & { data: Data } => event.type === type,
  })
}
