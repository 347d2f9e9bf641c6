import { Admin, Resource } from 'react-admin'
import { routes } from '../routes.ts'
import { Dashboard } from '../screens/dashboard/Dashboard.tsx'
import { theme } from './appearance.ts'
import { authProvider } from './auth-provider.ts'
import { dataProvider } from './data-provider.ts'
import { Frame } from './Frame.tsx'
import { i18nProvider } from './i18n-provider.ts'
import { NotFound } from './NotFound.tsx'
import { Notices } from './Notices.tsx'
import { SignInPage } from './SignInPage.tsx'
import { darkTheme, lightTheme } from './theme.ts'

/** The back office. Its screens stand in one table; each names the power it needs. */
export function Console() {
  return (
    <Admin
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      layout={Frame}
      notification={Notices}
      catchAll={NotFound}
      loginPage={SignInPage}
      dashboard={Dashboard}
      theme={theme() === 'light' ? lightTheme : darkTheme}
      darkTheme={null}
      requireAuth
      disableTelemetry
    >
      {routes.map(({ name, Screen }) => (
        <Resource key={name} name={name} list={Screen} />
      ))}
    </Admin>
  )
}
