import type { FieldAbilities } from '../contract.ts'
import type { FileOptions } from './options.ts'

export const fileAbilities: FieldAbilities<FileOptions> = {
  holdsFiles: ({ maxSize, maxSelect, mimeTypes, thumbs, protected: isProtected }) => ({
    maxSize,
    maxFiles: Math.max(1, maxSelect),
    mimeTypes: mimeTypes ?? [],
    thumbs: thumbs ?? [],
    protected: isProtected,
  }),
}
