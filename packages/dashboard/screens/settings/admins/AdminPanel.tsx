import { useState } from 'react'
import { AdminEditor } from './AdminEditor.tsx'
import { StoredAdmin } from './StoredAdmin.tsx'

interface AdminPanelProps {
  /** Whose panel is open, or `new`. */
  id: string | undefined
  onClose: (isDone?: boolean) => void
}

/** The panel of an admin; its content stays while it closes, and is made anew for each opening. */
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
