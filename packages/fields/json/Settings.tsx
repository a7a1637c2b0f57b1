import { MaxSizeSetting } from '../options/MaxSizeSetting.tsx'
import styles from '../options/options.module.css'
import type { OptionsProps } from '../optionsContract.ts'
import { defaultMaxSize } from './options.ts'

export function Settings(props: OptionsProps) {
  return (
    <>
      <MaxSizeSetting props={props} label="Max size (bytes)" defaultSize={defaultMaxSize} />
      <details className={`${styles.wide} ${styles.notes}`}>
        <summary>String value normalizations</summary>
        <ul>
          <li>
            A text that is sent as <code>true</code>, <code>false</code>, <code>null</code>, a number, or an array or object in
            JSON becomes that value.
          </li>
          <li>A text in double quotes stays the text within them; any other is put into double quotes.</li>
          <li>
            To keep a text from being read, send it within an object: <code>{'{"value": "true"}'}</code>.
          </li>
        </ul>
      </details>
    </>
  )
}
