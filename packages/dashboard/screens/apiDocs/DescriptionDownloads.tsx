import { Button } from '@coffer/ui'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { fetchOpenApiDocument, fetchTypes } from '../../queries/apiDescriptions.ts'
import { toastTextOf } from '../../queries/connection/failure.ts'
import { downloadText } from '../../shell/files/downloadText.ts'
import { useFailureToast } from '../../shell/form/useFailureToast.ts'

const downloads = [
  {
    label: 'OpenAPI',
    title: 'Download the OpenAPI document of all collections',
    start: async () => downloadText('openapi.json', JSON.stringify(await fetchOpenApiDocument(), null, 2), 'application/json'),
  },
  {
    label: 'TypeScript',
    title: 'Download the TypeScript types of all collections',
    start: async () => downloadText('types.ts', await fetchTypes(), 'text/plain'),
  },
]

/** Buttons that download the descriptions of the API. */
export function DescriptionDownloads() {
  const [busy, setBusy] = useState<string>()
  const failure = useFailureToast()
  return downloads.map(({ label, title, start }) => (
    <Button
      key={label}
      size="small"
      variant="quiet"
      icon={Download}
      aria-label={title}
      title={title}
      loading={busy === label}
      onClick={async () => {
        failure.clear()
        setBusy(label)
        await start().catch(error => failure.show(toastTextOf(error)))
        setBusy(undefined)
      }}
    >
      {label}
    </Button>
  ))
}
