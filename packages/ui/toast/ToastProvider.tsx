import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Toast, type ToastMessage } from './Toast.tsx'
import { ToastContext, type ToastOptions, type ToastType, toastDurations } from './ToastContext.ts'
import { ToastRegion } from './ToastRegion.tsx'

/** Adds a toast. It replaces an equal one; a progress update keeps its position. */
function withMessage(all: readonly ToastMessage[], message: ToastMessage): readonly ToastMessage[] {
  const older = all.find(({ name }) => name === message.name)
  if (older?.progress && message.progress) return all.map(other => (other === older ? { ...message, key: older.key } : other))
  return [...all.filter(({ name, text }) => name !== message.name && text !== message.text), message]
}

/** Shows toasts above everything. A new toast replaces an equal one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([])
  const lastKey = useRef(0)

  const toasts = useMemo(() => {
    const show =
      (type: ToastType) =>
      (text: string, { name = text, progress, ...options }: ToastOptions = {}) => {
        lastKey.current += 1
        const duration = options.duration ?? toastDurations[type]
        const message = { key: lastKey.current, type, text, name, duration, progress }
        setMessages(all => withMessage(all, message))
      }
    return {
      info: show('info'),
      success: show('success'),
      warning: show('warning'),
      error: show('error'),
      dismiss: (name: string) => setMessages(all => all.filter(message => message.name !== name)),
    }
  }, [])

  const remove = (key: number) => setMessages(all => all.filter(message => message.key !== key))
  return (
    <ToastContext value={toasts}>
      {children}
      <ToastRegion messageCount={messages.length}>
        {isHeld =>
          messages.map(message => (
            <Toast key={message.key} message={message} isHeld={isHeld} onClose={() => remove(message.key)} />
          ))
        }
      </ToastRegion>
    </ToastContext>
  )
}
