import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Toast, type ToastMessage } from './Toast.tsx'
import { ToastContext, type ToastType, toastDurations } from './ToastContext.ts'
import { ToastRegion } from './ToastRegion.tsx'

/** Shows toasts above everything; a message that is already there is replaced by its newer self. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([])
  const lastKey = useRef(0)

  const toasts = useMemo(() => {
    const show =
      (type: ToastType) =>
      (text: string, duration: number = toastDurations[type]) => {
        lastKey.current += 1
        const message = { key: lastKey.current, type, text, duration }
        setMessages(all => [...all.filter(other => other.text !== text), message])
      }
    return {
      info: show('info'),
      success: show('success'),
      warning: show('warning'),
      error: show('error'),
      clear: () => setMessages([]),
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
