import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { RouterProvider } from 'react-aria-components'
import { Announcements } from './announcements.tsx'
import { queryClient } from './queries.ts'
import { SignInAgain } from './sign-in-again.tsx'

export function RootLayout() {
  const router = useRouter()
  const navigate = useNavigate()
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        navigate={(href) => navigate({ href: router.buildLocation({ to: href }).href })}
        useHref={(href) => router.buildLocation({ to: href }).href}
      >
        <Outlet />
        <SignInAgain />
        <Announcements />
      </RouterProvider>
    </QueryClientProvider>
  )
}
