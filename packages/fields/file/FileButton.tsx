import { Tooltip } from '@coffer/ui'
import { FileThumb } from './FileThumb.tsx'
import styles from './file.module.css'

interface FileButtonProps {
  name: string
  /** The URL of a thumbnail; absent for a file that is not stored or cannot be opened yet. */
  address: string | undefined
  onPress: () => void
  tabIndex?: number | undefined
}

/** A thumbnail that opens the preview of its file. */
export function FileButton({ name, address, onPress, tabIndex }: FileButtonProps) {
  return (
    <Tooltip content={name} names={true}>
      <button type="button" className={styles.button} aria-label={`Preview ${name}`} tabIndex={tabIndex} onClick={onPress}>
        <FileThumb name={name} address={address} />
      </button>
    </Tooltip>
  )
}
