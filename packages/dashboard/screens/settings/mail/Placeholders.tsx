import { copyText, Tooltip, useToasts } from '@coffer/ui'
import styles from './Placeholders.module.css'

interface PlaceholdersProps {
  names: readonly string[]
  /** The placeholder that the template requires. */
  needed?: string
}

/** Lists the placeholders of an email template. A click copies one. */
export function Placeholders({ names, needed }: PlaceholdersProps) {
  const toasts = useToasts()
  const copy = async (name: string) => {
    if (await copyText(name)) toasts.info(`Copied ${name} to clipboard`, { duration: 2000 })
    else toasts.warning(`Couldn't copy ${name} to the clipboard. Type it by hand.`)
  }
  return (
    <span className={styles.placeholders}>
      Available placeholder parameters:
      {[...names, ...(needed === undefined ? [] : [needed])].map(name => (
        <Tooltip key={name} content={name === needed ? 'Required parameter: copy' : 'Copy'}>
          <button
            type="button"
            className={styles.placeholder}
            data-needed={name === needed ? '' : undefined}
            aria-label={`Copy ${name}${name === needed ? ' (required)' : ''}`}
            onClick={() => void copy(name)}
          >
            {name}
          </button>
        </Tooltip>
      ))}
    </span>
  )
}
