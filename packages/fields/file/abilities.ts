import type { FieldAbilities } from '../contract.ts'
import type { FileOptions } from './options.ts'

export const fileAbilities: FieldAbilities<FileOptions> = {
  holdsFiles: ({ maxSize, mimeTypes, thumbs, protected: isProtected }) => ({
    maxSize,
    mimeTypes: mimeTypes ?? [],
    thumbs: thumbs ?? [],
    protected: isProtected,
  }),
}
