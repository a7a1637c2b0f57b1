import type { FileRules, Issue } from '../contract.ts'
import { isContentType } from './isContentType.ts'

/** The known properties of a new file. */
export interface UploadInfo {
  /** The original name. */
  name: string
  /** The stored name, used in the message that the protocol fixes. If absent, messages use the original name. */
  storedName?: string
  size: number
  /** The detected content type; '' if unknown, then the type is not validated. */
  contentType: string
}

/** Validates the size and the content type of a new file. */
export function validateUpload(
  { maxSize, mimeTypes }: Pick<FileRules, 'maxSize' | 'mimeTypes'>,
  { name, storedName = name, size, contentType }: UploadInfo,
): Issue | undefined {
  if (maxSize > 0 && size > maxSize) {
    return {
      code: 'validation_file_size_limit',
      message: `Failed to upload "${name}" - the maximum allowed file size is ${maxSize} bytes.`,
    }
  }
  if (mimeTypes.length === 0 || contentType === '' || mimeTypes.some(allowed => isContentType(contentType, allowed))) {
    return undefined
  }
  const messageFor = (name: string) => `"${name}" mime type must be one of: ${mimeTypes.join(', ')}.`
  return { code: 'validation_invalid_mime_type', message: messageFor(storedName), explanation: messageFor(name) }
}
