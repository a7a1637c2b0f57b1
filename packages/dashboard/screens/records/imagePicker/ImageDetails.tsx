import { FieldFrame, Select, TextInput } from '@coffer/ui'
import styles from './ImagePicker.module.css'
import { imageSizes } from './imageFields.ts'
import type { RecordImage } from './imagesOf.ts'

interface ImageDetailsProps {
  /** Absent until one is chosen. */
  image: RecordImage | undefined
  size: string
  onSizeChange: (size: string) => void
  alt: string
  onAltChange: (alt: string) => void
}

const original = 'original'

/** How the chosen image will stand in the text. */
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
            placeholder="What the image shows"
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
