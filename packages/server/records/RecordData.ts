import type { Upload } from '../messages/ApiRequest.ts'

/** What a client sent for a record: values by key as submitted (modifiers included), and new files. */
export interface RecordData {
  values: Record<string, unknown>
  uploads: Upload[]
}
