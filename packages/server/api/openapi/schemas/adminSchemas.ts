import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { settings } from '@coffer/schema'
import { date, flag, integer, list, number, object, pageOf, ref, text } from './objectSchema.ts'
import { sentShapeSchema, shapeSchema } from './shapeSchema.ts'

const outcome = object({ key: text, finished: date, error: { ...text, description: 'Empty if it succeeded.' } })

const countedRecords = list(object({ collectionId: text, collectionName: text, count: integer }))

const log = object({ id: text, created: date, updated: date, level: integer, message: text, data: {} })

/** The schemas of the API for admins, except those of collections. */
export const adminSchemas = {
  Admin: object({ id: text, created: date, updated: date, avatar: integer, email: text }),
  AdminPage: pageOf(ref('Admin')),
  AdminAuth: object({ admin: ref('Admin'), token: text }),
  Settings: { ...shapeSchema(settings), description: 'Secrets are masked.' },
  SettingsUpdate: sentShapeSchema(settings),
  FixedSettings: {
    type: 'object',
    additionalProperties: text,
    description: 'The name of the environment variable by the path of the setting.',
  },
  AppleSecret: object({ secret: text }),
  Types: object({ typescript: text }),
  Log: log,
  LogPage: pageOf(ref('Log')),
  LogStats: list(object({ total: integer, date })),
  Backups: list(object({ key: text, size: integer, modified: date })),
  BackupUpload: object({ file: { type: 'string', format: 'binary', description: 'The ZIP archive of a backup.' } }),
  DeletionPreview: object({
    deleted: countedRecords,
    requiredBy: { ...countedRecords, description: 'Records that prevent the deletion, because they require one of the records.' },
    isComplete: { ...flag, description: 'Whether all records were counted.' },
  }),
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
  Health: object({
    code: integer,
    message: text,
    data: object({ canBackup: flag, lastRestore: outcome, lastAutomaticBackup: outcome }, ['lastRestore', 'lastAutomaticBackup']),
  }),
} satisfies Record<string, JsonSchema>
