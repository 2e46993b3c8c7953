import './app/look.css'
import './app/fonts.css'
import './app/base.css'
import './kit/kit.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.ts'

const root = document.getElementById('app')
if (root === null) throw new Error('The page has no element #app.')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
