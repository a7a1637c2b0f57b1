import { getRouteApi } from '@tanstack/react-router'
import type { SettingsSearch } from '../../../shell/address/addressSearch.ts'

const route = getRouteApi('/signed-in/settings')

interface WebHooksAddress {
  /** Id of the web hook in the panel, `new`, or undefined while it is closed. */
  hookId: string | undefined
  /** Whether the panel shows the deliveries instead of the options. */
  showsDeliveries: boolean
  open: (hookId: string) => void
  openDeliveries: (hookId: string) => void
  /** @param isDone whether the changes are saved, so that closing needs no confirmation */
  close: (isDone?: boolean) => void
}

/** Reads and changes the part of the address that describes the page of web hooks. */
export function useWebHooksAddress(): WebHooksAddress {
  const { webHookId, panel } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (search: SettingsSearch, ignoreBlocker = false) =>
    void navigate({ to: '/settings/web-hooks', search, ignoreBlocker })
  return {
    hookId: webHookId,
    showsDeliveries: panel === 'deliveries',
    open: id => show({ webHookId: id }),
    openDeliveries: id => show({ webHookId: id, panel: 'deliveries' }),
    close: (isDone = false) => show({}, isDone),
  }
}
