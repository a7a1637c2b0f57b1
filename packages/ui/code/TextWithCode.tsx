import { joinClasses } from '../style/joinClasses.ts'
import styles from './TextWithCode.module.css'

/** Characters that even a narrow column has room for. */
const short = 22

/** A sentence in which names and code stand between backticks. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity than their place
      <code key={index} className={joinClasses(styles.code, part.length <= short && styles.short)}>
        {part}
      </code>
    ),
  )
}
