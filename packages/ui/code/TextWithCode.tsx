import { joinClasses } from '../style/joinClasses.ts'
import styles from './TextWithCode.module.css'

/** Maximum number of characters of code that does not wrap. Fits even a narrow column. */
const maxUnwrappedLength = 22

/** A sentence with names and code in backticks. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity than their place
      <code key={index} className={joinClasses(styles.code, part.length <= maxUnwrappedLength && styles.short)}>
        {part}
      </code>
    ),
  )
}
