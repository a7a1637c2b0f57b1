import type { FieldAbilities } from '../contract.ts'
import type { FileOptions } from './options.ts'

export const isMultiple = ({ maxSelect }: FileOptions) => maxSelect > 1

export const fileAbilities: FieldAbilities<FileOptions> = {
  holdsTexts: isMultiple,
  holdsFiles: ({ maxSize, maxSelect, mimeTypes, thumbs, protected: isProtected }) => ({
    maxSize,
    maxFiles: Math.max(1, maxSelect),
    mimeTypes: mimeTypes ?? [],
    thumbs: thumbs ?? [],
    protected: isProtected,
  }),
}
