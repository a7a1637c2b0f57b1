import type { FieldAbilities, FileRules } from '../contract.ts'
import type { FileOptions } from './options.ts'

/** Returns which files a field accepts and how they are served. */
export function fileRules({ maxSize, maxSelect, mimeTypes, thumbs, protected: isProtected }: FileOptions): FileRules {
  return {
    maxSize,
    maxFiles: Math.max(1, maxSelect),
    mimeTypes: mimeTypes ?? [],
    thumbs: thumbs ?? [],
    protected: isProtected,
  }
}

export function isMultiple({ maxSelect }: FileOptions) {
  return maxSelect > 1
}

export const abilities: FieldAbilities<FileOptions> = { holdsTexts: isMultiple, holdsFiles: fileRules }
