import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { olderSettings, webHookEvents } from '@coffer/schema'
import { maxCountedChanges } from '../../../db/nodes.ts'
import { anyObject, date, flag, integer, list, number, object, pageOf, ref, text } from './objectSchema.ts'
import { sentShapeSchema, shapeSchema } from './shapeSchema.ts'

const outcome = object({ key: text, finished: date, error: { ...text, description: 'Empty if it succeeded.' } })

const countedRecords = list(object({ collectionId: text, collectionName: text, count: integer }))

const log = object({ id: text, created: date, updated: date, level: integer, message: text, data: {} })

const webHook = {
  id: text,
  enabled: flag,
  url: text,
  collections: { ...list(text), description: 'Ids of the collections; empty for all.' },
  events: list({ type: 'string', enum: [...webHookEvents] }),
  filter: text,
  secret: { ...text, description: 'Masked, except in the response to the request that has created it.' },
  created: date,
  updated: date,
}

/** The schemas of the API for admins, except those of collections. */
export const adminSchemas = {
  Admin: object({ id: text, created: date, updated: date, avatar: integer, email: text }),
  AdminPage: pageOf(ref('Admin')),
  AdminAuth: object({ admin: ref('Admin'), token: text }),
  Settings: { ...shapeSchema(olderSettings), description: 'Secrets are masked.' },
  DialectSetting: object({
    dialect: { type: 'string', enum: ['0.22', 'today'] },
    rules: { type: 'string', enum: ['0.22', 'today'] },
    differences: list(
      object({ collection: text, path: text, kind: { type: 'string', enum: ['uploads', 'rule'] }, message: text }),
    ),
  }),
  SettingsUpdate: sentShapeSchema(olderSettings),
  FixedSettings: {
    type: 'object',
    additionalProperties: text,
    description: 'The name of the environment variable by the path of the setting.',
  },
  AppleSecret: object({ secret: text }),
  Types: object({ typescript: text }),
  Log: log,
  LogPage: pageOf(ref('Log')),
  SqlResult: object({
    execTime: number,
    affectedRows: integer,
    columns: list(object({ name: text, type: text, nullable: flag })),
    rows: list(list({ type: ['string', 'null'] })),
  }),
  LogStats: list(object({ total: integer, date })),
  Backups: list(object({ key: text, size: integer, modified: date })),
  BackupUpload: object({ file: { type: 'string', format: 'binary', description: 'The ZIP archive of a backup.' } }),
  DeletionPreview: object(
    {
      deleted: countedRecords,
      requiredBy: {
        ...countedRecords,
        description: 'Records that prevent the deletion, because they require one of the records.',
      },
      isComplete: { ...flag, description: 'Whether all records were counted.' },
      records: {
        ...integer,
        description: 'All records of the collection. Only for a request with `all`, and absent if counting them took too long.',
      },
      files: { ...integer, description: 'The files of these records.' },
    },
    ['records', 'files'],
  ),
  UndoResult: object({ restored: integer, failed: list(object({ collectionId: text, recordId: text, message: text })) }),
  DoctorReport: object({
    findings: list(
      object(
        {
          check: text,
          severity: { type: 'string', enum: ['problem', 'notice'] },
          message: text,
          advice: text,
          examples: list(text),
          fixed: text,
        },
        ['examples', 'fixed'],
      ),
    ),
    passed: list(object({ check: text, title: text })),
    skipped: list(text),
    failed: list(object({ check: text, message: text })),
  }),
  LoadHistory: list(
    object({
      time: { ...integer, description: 'End of the minute in milliseconds since 1970.' },
      requests: integer,
      errors: integer,
      median: { ...number, description: 'Latency in milliseconds that half of the responses did not exceed.' },
      p95: number,
      writerLoad: { ...number, description: 'Share of the minute in which the writer was busy, from 0 to 1.' },
    }),
  ),
  ClientLimits: object({
    resources: list(
      object({
        name: text,
        description: text,
        unit: { type: 'string', enum: ['bytes', 'count', 'ms'] },
        perClient: { ...number, description: 'Maximum amount of each client.' },
        total: { ...number, description: 'Maximum amount of all clients together.' },
        used: { ...number, description: 'The amount that all clients use together.' },
        largest: { ...number, description: 'The amount of the client that uses most.' },
      }),
    ),
    rejections: list(
      object(
        {
          address: { ...text, description: 'The address, or the /64 network of an IPv6 address.' },
          user: { ...text, description: 'The signed-in user, if the request was authenticated.' },
          resource: { ...text, description: 'The name of the resource, or `attempts`.' },
          outcome: { type: 'string', enum: ['rejected', 'dropped'] },
          scope: { type: 'string', enum: ['perClient', 'total'] },
          count: integer,
          firstAt: { ...integer, description: 'Milliseconds since 1970.' },
          lastAt: integer,
        },
        ['user'],
      ),
    ),
  }),
  Nodes: {
    ...list(
      object({
        name: text,
        version: text,
        started: { ...date, description: 'When the node joined the others, or had to connect to the database again.' },
        isLive: { ...flag, description: 'Whether the node has renewed its lease within the last second.' },
        lastSeen: { ...date, description: 'When the node last renewed its lease.' },
        pendingChanges: {
          ...integer,
          description: `Changes of the last minute that the node had not applied when it was last seen; at most ${maxCountedChanges}.`,
        },
        hasDuties: { ...flag, description: 'Whether jobs, automatic backups and web hooks are the work of this node.' },
        isResponding: { ...flag, description: 'Whether this is the node that has answered.' },
        clients: { ...integer, description: 'Clients with an open event stream.' },
        lastError: { ...text, description: 'The last error of the node since its start; empty if there was none.' },
        lastErrorDate: { ...date, description: 'When it happened; empty if there was none.' },
      }),
    ),
    description: 'Empty if the server is not a node.',
  },
  WebHook: object(webHook),
  WebHooks: list(object({ ...webHook, deliveries: object({ waiting: integer, delivered: integer, parked: integer }) })),
  WebHookDeliveries: list(
    object(
      {
        id: text,
        message: { ...text, description: 'The `webhook-id` of the message.' },
        state: { type: 'string', enum: ['waiting', 'delivered', 'parked'] },
        created: date,
        due: date,
        attempted: date,
        attempts: integer,
        last: object({ status: integer, response: text, error: text, durationMs: integer }, [
          'status',
          'response',
          'error',
          'durationMs',
        ]),
        body: { ...anyObject, description: 'The message. Left out if it is long.' },
      },
      ['body'],
    ),
  ),
  Health: object({
    code: integer,
    message: text,
    data: object(
      {
        canBackup: flag,
        reason: { enum: ['draining', 'lagging', 'suspended'] },
        lastRestore: outcome,
        lastAutomaticBackup: outcome,
      },
      ['reason', 'lastRestore', 'lastAutomaticBackup'],
    ),
  }),
} satisfies Record<string, JsonSchema>
