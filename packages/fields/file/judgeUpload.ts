import type { FileRules, Issue } from '../contract.ts'
import { isContentType } from './isContentType.ts'

/** What is known of a new file. */
export interface UploadFacts {
  /** The name that its owner gave it. */
  name: string
  /** The name that it is stored under; without it the message uses the owner's. */
  storedName?: string
  size: number
  /** '' where nobody has looked into it yet: then its type is not judged. */
  contentType: string
}

/** Judges size and content of a new file by the rules of its field. */
export const judgeUpload = (
  { maxSize, mimeTypes }: Pick<FileRules, 'maxSize' | 'mimeTypes'>,
  { name, storedName = name, size, contentType }: UploadFacts,
): Issue | undefined => {
  if (maxSize > 0 && size > maxSize) {
    return {
      code: 'validation_file_size_limit',
      message: `Failed to upload "${name}" - the maximum allowed file size is ${maxSize} bytes.`,
    }
  }
  if (mimeTypes.length === 0 || contentType === '' || mimeTypes.some(allowed => isContentType(contentType, allowed))) {
    return undefined
  }
  return { code: 'validation_invalid_mime_type', message: `"${storedName}" mime type must be one of: ${mimeTypes.join(', ')}.` }
}
