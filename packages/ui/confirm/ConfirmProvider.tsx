import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { ConfirmContext, type ConfirmQuestion } from './ConfirmContext.ts'

const loadDialog = () => import('./ConfirmDialog.tsx')
const ConfirmDialog = lazy(async () => ({ default: (await loadDialog()).ConfirmDialog }))

/** Preloads the dialog, so that it can open while the server is not reachable. */
export async function preloadConfirm(): Promise<void> {
  await loadDialog()
}

interface Asked {
  key: number
  question: ConfirmQuestion
  isOpen: boolean
  answer: (isYes: boolean) => void
}

interface ConfirmProviderProps {
  /** Subscribes to the moments when the user leaves the screen that asks. Its questions are then answered with "No". */
  subscribeToLeave?: ((listener: () => void) => () => void) | undefined
  children: ReactNode
}

/** Shows the open questions, the latest on top. */
export function ConfirmProvider({ subscribeToLeave, children }: ConfirmProviderProps) {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const lastKey = useRef(0)

  const confirm = useCallback((question: ConfirmQuestion) => {
    lastKey.current += 1
    const key = lastKey.current
    return new Promise<boolean>(resolve => {
      const answer = (isYes: boolean) => {
        setAsked(all => all.map(each => (each.key === key ? { ...each, isOpen: false } : each)))
        resolve(isYes)
      }
      setAsked(all => [...all.filter(each => each.isOpen), { key, question, isOpen: true, answer }])
    })
  }, [])

  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked.map(({ key, question, isOpen, answer }) => (
        <Suspense key={key}>
          <ConfirmDialog question={question} open={isOpen} onAnswer={answer} subscribeToLeave={subscribeToLeave} />
        </Suspense>
      ))}
    </ConfirmContext>
  )
}
