import { formatBytes, utf8Length } from '@coffer/fields'
import { type Collection, exportedCollections } from '@coffer/schema'
import { Button, CodeEditor, copyText, EmptyState, useToasts } from '@coffer/ui'
import { Copy, Database, Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { downloadText } from '../../../shell/files/downloadText.ts'
import { jsonLanguage } from '../../../shell/loading/codeLanguages.ts'
import { Card } from '../frame/Card.tsx'
import { CollectionChecklist } from './CollectionChecklist.tsx'
import styles from './ExportForm.module.css'

const fileName = 'pb_schema.json'

export function ExportForm({ collections }: { collections: readonly Collection[] }) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const toasts = useToasts()
  const chosen = useMemo(() => collections.filter(({ id }) => !excluded.has(id)), [collections, excluded])
  const json = useMemo(() => JSON.stringify(exportedCollections(chosen), null, 4), [chosen])
  // Only the preview may lag behind the selection. What is copied or downloaded must not.
  const shown = useDeferredValue(json)
  const isEmpty = chosen.length === 0

  const copy = async () => {
    if (await copyText(json)) toasts.success('The configuration was copied to your clipboard!')
    else toasts.error("Couldn't copy to the clipboard. Download the configuration instead.")
  }
  if (collections.length === 0) {
    return (
      <Card>
        <EmptyState icon={Database} title="No collections to export yet." />
      </Card>
    )
  }
  return (
    <Card>
      <p className={styles.intro}>
        Export the configuration of your collections, without records, to import it on another server.
      </p>
      <div className={styles.panes}>
        <CollectionChecklist collections={collections} excluded={excluded} onChange={setExcluded} />
        <div className={styles.preview}>
          <div className={styles.head}>
            <span>
              {fileName} <span className={styles.size}>{formatBytes(utf8Length(shown))}</span>
            </span>
            <Button size="small" icon={Copy} disabled={isEmpty} onClick={() => void copy()}>
              Copy
            </Button>
          </div>
          <CodeEditor
            aria-label="Configuration as JSON"
            readOnly
            language={jsonLanguage}
            value={shown}
            minHeight={460}
            maxHeight={460}
            className={styles.code}
          />
        </div>
      </div>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          icon={Download}
          disabled={isEmpty}
          onClick={() => downloadText(fileName, json, 'application/json')}
        >
          Download as JSON
        </Button>
      </div>
    </Card>
  )
}
