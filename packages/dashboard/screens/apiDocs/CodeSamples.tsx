import { CodeBlock, TabPanel, Tabs } from '@coffer/ui'
import { useRemembered } from '../../shell/browser/useRemembered.ts'
import styles from './CodeSamples.module.css'
import { type Language, languages, type Samples } from './samples/languages.ts'

const readLanguage = (stored: unknown): Language => languages.find(({ id }) => id === stored)?.id ?? 'javascript'

/** Code of one call in several languages. The selected language applies to all endpoints and is stored in this browser. */
export function CodeSamples({ samples }: { samples: Samples }) {
  const [language, setLanguage] = useRemembered('docs.language', readLanguage)
  return (
    <Tabs label="Languages" tabs={languages} value={language} onChange={setLanguage}>
      {languages.map(({ id, label }) => (
        <TabPanel key={id} id={id} className={styles.sample}>
          <CodeBlock code={samples[id]} language={id === 'curl' ? 'shell' : id} noun={`the ${label} code`} />
        </TabPanel>
      ))}
    </Tabs>
  )
}
