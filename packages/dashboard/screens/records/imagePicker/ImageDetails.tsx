import { FieldFrame, Select, TextInput } from '@coffer/ui'
import styles from './ImagePicker.module.css'
import { imageSizes } from './imageFields.ts'
import type { RecordImage } from './imagesOf.ts'

interface ImageDetailsProps {
  /** Undefined until an image is chosen. */
  image: RecordImage | undefined
  size: string
  onSizeChange: (size: string) => void
  alt: string
  onAltChange: (alt: string) => void
}

const original = 'original'

/** Alternative text and size of the chosen image. */
export function ImageDetails({ image, size, onSizeChange, alt, onAltChange }: ImageDetailsProps) {
  const isNone = image === undefined
  return (
    <div className={styles.details}>
      <FieldFrame label="Alternative text">
        {({ control }) => (
          <TextInput
            {...control}
            disabled={isNone}
            autoComplete="off"
            placeholder="Describe the image"
            value={alt}
            onValueChange={onAltChange}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Size">
        {({ control }) => (
          <Select
            {...control}
            disabled={isNone}
            options={imageSizes(image?.field).map(({ value, label }) => ({ value: value || original, label }))}
            value={size || original}
            onChange={(value: string) => onSizeChange(value === original ? '' : value)}
          />
        )}
      </FieldFrame>
    </div>
  )
}
