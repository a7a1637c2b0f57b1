import { useState } from 'react'
import { AdminEditor } from './AdminEditor.tsx'
import { StoredAdmin } from './StoredAdmin.tsx'

interface AdminPanelProps {
  /** Id of the admin in the panel, `new`, or undefined while it is closed. */
  id: string | undefined
  onClose: (isDone?: boolean) => void
}

/** The panel of an admin. It keeps its content while closing, and each opening starts with fresh state. */
export function AdminPanel({ id, onClose }: AdminPanelProps) {
  const [shown, setShown] = useState({ id, opening: 0 })
  const [wasOpen, setWasOpen] = useState(id !== undefined)
  const isOpen = id !== undefined
  if (isOpen && (id !== shown.id || !wasOpen)) setShown({ id, opening: shown.opening + 1 })
  if (isOpen !== wasOpen) setWasOpen(isOpen)

  if (shown.id === undefined) return null
  const shared = { isOpen, onClose }
  return shown.id === 'new' ? (
    <AdminEditor key={shown.opening} admin={undefined} {...shared} />
  ) : (
    <StoredAdmin key={shown.opening} id={shown.id} {...shared} />
  )
}
