import { IconButton, Menu, useConfirm, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Trash2 } from 'lucide-react'
import { type Admin, deleteAdmin } from '../../../queries/accounts/admins.ts'
import { withReadableError } from '../../../queries/connection/failure.ts'
import { useAdmin } from '../../../shell/session/session.ts'

interface AdminMenuProps {
  admin: Admin
  onDeleted: () => void
}

/** The menu with further actions for an admin. */
export function AdminMenu({ admin, onDeleted }: AdminMenuProps) {
  const own = useAdmin()
  const confirm = useConfirm()
  const toasts = useToasts()
  const queryClient = useQueryClient()

  const isOwn = admin.id === own?.id
  const remove = async () => {
    const isDone = await confirm({
      text: 'Do you really want to delete the selected admin?',
      details: isOwn ? 'This is your own account. You will be signed out.' : admin.email,
      yes: 'Delete admin',
      danger: true,
      action: () => withReadableError(deleteAdmin(admin.id)),
    })
    if (!isDone) return
    toasts.success('Successfully deleted admin.')
    // Deleting the own account ends the session, so this page is gone.
    if (isOwn) return
    onDeleted()
    await queryClient.invalidateQueries({ queryKey: ['admins'] })
  }
  return (
    <Menu
      side="top"
      align="start"
      trigger={<IconButton label="More" icon={Ellipsis} />}
      items={[{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => void remove() }]}
    />
  )
}
