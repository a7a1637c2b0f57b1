import type { FieldAbilities, FileRules } from '../contract.ts'
import type { FileOptions } from './options.ts'

/** Returns which files a field accepts and how they are served. */
export const fileRules = ({ maxSize, maxSelect, mimeTypes, thumbs, protected: isProtected }: FileOptions): FileRules => ({
  maxSize,
  maxFiles: Math.max(1, maxSelect),
  mimeTypes: mimeTypes ?? [],
  thumbs: thumbs ?? [],
  protected: isProtected,
})

export const isMultiple = ({ maxSelect }: FileOptions) => maxSelect > 1

export const abilities: FieldAbilities<FileOptions> = { holdsTexts: isMultiple, holdsFiles: fileRules }
