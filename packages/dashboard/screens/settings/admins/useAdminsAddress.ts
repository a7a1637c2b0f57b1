import { getRouteApi } from '@tanstack/react-router'
import type { SettingsSearch } from '../../../shell/address/addressSearch.ts'

const route = getRouteApi('/signed-in/settings')

interface AdminsAddress {
  filter: string
  sort: string | undefined
  /** Id of the admin in the panel, `new`, or undefined while it is closed. */
  adminId: string | undefined
  setFilter: (filter: string) => void
  setSort: (sort: string) => void
  open: (adminId: string) => void
  /** @param isDone whether the changes are saved, so that closing needs no confirmation */
  close: (isDone?: boolean) => void
}

/** Reads and changes the part of the address that describes the admins page. */
export function useAdminsAddress(): AdminsAddress {
  const { filter = '', sort, adminId } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (change: SettingsSearch, ignoreBlocker = false) => {
    const search = { ...(filter !== '' && { filter }), ...(sort !== undefined && { sort }), ...change }
    void navigate({ to: '/settings/admins', search, ignoreBlocker })
  }
  return {
    filter,
    sort,
    adminId,
    setFilter: next => show({ filter: next }),
    setSort: next => show({ sort: next }),
    open: id => show({ adminId: id }),
    close: (isDone = false) => show({}, isDone),
  }
}
