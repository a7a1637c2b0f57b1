import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { date, flag, integer, list, number, object, text } from './objectSchema.ts'

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** What happened to a hook, a route or a job since the server has started. */
const calls = {
  calls: integer,
  errors: integer,
  p50: { ...number, description: 'Milliseconds that half of the calls did not exceed.' },
  p99: number,
  lastError: orNull(object({ time: date, stack: text })),
}

/** A handler of `pb_hooks`. */
const handler = { file: text, line: integer, ...calls }

/** The runs of a job. */
const runs = {
  isRunning: flag,
  next: { ...text, description: 'When it runs next; empty if never.' },
  lastRun: orNull(object({ started: date, durationMs: integer, output: text, error: text })),
}

/** The schemas of hooks, routes and jobs. */
export const codeSchemas = {
  Code: object({
    folder: { ...text, description: 'The folder of hooks; empty if there is none.' },
    processes: { ...integer, description: 'Number of processes that can be called.' },
    stopped: { ...text, description: 'Why no process can be called; empty if one can.' },
    broken: orNull(object({ error: text, since: date })),
    files: list(text),
    hooks: list(
      object({
        key: text,
        file: text,
        time: { type: 'string', enum: ['before', 'inside', 'after'] },
        action: text,
        collection: { ...text, description: 'The name of a collection, or `*`.' },
        hasCollection: {
          ...flag,
          description: 'Whether there is a collection with this name. Otherwise, the hook is never called.',
        },
        ...calls,
      }),
    ),
    routes: list(object({ file: text, mount: text, ...calls })),
    jobs: list(object({ name: text, file: text, cron: text, ...calls, ...runs })),
    scripts: orNull(
      object({
        folder: { ...text, description: 'The folder `pb_hooks`.' },
        threads: integer,
        broken: orNull(object({ error: text, since: date })),
        commands: list(text),
        hooks: list(object({ event: text, tags: list(text), ...handler })),
        routes: list(object({ method: text, path: text, ...handler })),
        jobs: list(object({ id: text, cron: text, ...handler, ...runs })),
      }),
    ),
    migrations: list(object({ name: text, kind: { type: 'string', enum: ['native', 'script'] }, isApplied: flag })),
  }),
  ParkedCalls: list(
    object({
      id: integer,
      hook: text,
      created: date,
      ended: date,
      attempts: integer,
      error: text,
      collection: text,
      record: { ...text, description: 'The id of the record.' },
    }),
  ),
} satisfies Record<string, JsonSchema>
