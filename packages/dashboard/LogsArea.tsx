import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { LogsScreen } from './screens/logs/LogsScreen.tsx'
import { openedFromPage, useCloseLayer } from './shell/address/addressLayers.ts'

const loadSettings = () => import('./screens/settings/logs/LogsSettings.tsx')
const LogsSettings = lazy(async () => ({ default: (await loadSettings()).LogsSettings }))

const route = getRouteApi('/signed-in/logs')

/** The log and the dialog with its settings. */
export function LogsArea() {
  const { panel } = route.useSearch()
  const navigate = route.useNavigate()
  const close = useCloseLayer('panel')
  // The dialog stays mounted after its first opening for its closing animation.
  const [isUsed, setUsed] = useState(false)
  if (panel !== undefined && !isUsed) setUsed(true)
  return (
    <>
      <LogsScreen
        onOpenSettings={() =>
          void navigate({ search: search => ({ ...search, panel: 'settings' as const }), state: openedFromPage })
        }
        onApproachSettings={() => void loadSettings().catch(() => {})}
      />
      {isUsed && (
        <Suspense>
          <LogsSettings open={panel !== undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
