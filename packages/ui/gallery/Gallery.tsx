import { Monitor, Moon, Sun } from 'lucide-react'
import { ConfirmProvider, IconButton, Logo, ThemeProvider, ToastProvider, useTheme } from '../index.ts'
import { Buttons } from './Buttons.tsx'
import { Code } from './Code.tsx'
import { Feedback } from './Feedback.tsx'
import { Form } from './Form.tsx'
import styles from './Gallery.module.css'
import { Layers } from './Layers.tsx'
import { Rows } from './Rows.tsx'
import { Swatches } from './Swatches.tsx'

/** A development page with every component of the kit. Includes the providers. */
export function Gallery() {
  return (
    <ThemeProvider>
      <ToastProvider>
        <ConfirmProvider>
          <main className={styles.page}>
            <div className={styles.bar}>
              <h1>
                <Logo size={28} /> Gallery
              </h1>
              <ThemeButtons />
            </div>
            <div className={styles.columns}>
              <div className={styles.stack}>
                <Buttons />
                <Layers />
                <Swatches />
                <Feedback />
                <Code />
              </div>
              <Form />
              <div className={styles.wide}>
                <Rows />
              </div>
            </div>
          </main>
        </ConfirmProvider>
      </ToastProvider>
    </ThemeProvider>
  )
}

function ThemeButtons() {
  const { choice, setChoice } = useTheme()
  return (
    <>
      <IconButton label="System theme" icon={Monitor} aria-pressed={choice === 'system'} onClick={() => setChoice('system')} />
      <IconButton label="Light theme" icon={Sun} aria-pressed={choice === 'light'} onClick={() => setChoice('light')} />
      <IconButton label="Dark theme" icon={Moon} aria-pressed={choice === 'dark'} onClick={() => setChoice('dark')} />
    </>
  )
}
