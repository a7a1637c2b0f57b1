import type { Upload } from '../messages/ApiRequest.ts'

/** The submitted data of a record: values by key, including keys with modifiers, and new files. */
export interface RecordData {
  values: Record<string, unknown>
  uploads: Upload[]
}
