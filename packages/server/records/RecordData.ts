import { badRequest } from '../api/ApiError.ts'
import type { Upload } from '../api/contract.ts'

/** What a client sent for a record: values by key as submitted (modifiers included), and new files. */
export interface RecordData {
  values: Record<string, unknown>
  uploads: Upload[]
  /** The body could not be read. Rules are asked first, so that a stranger learns nothing more from a broken body. */
  isUnreadable?: true
}

/** @throws ApiError 400 when the body could not be read */
export const requireReadable = (data: RecordData): void => {
  if (data.isUnreadable) throw badRequest('Failed to load the submitted data due to invalid formatting.')
}
