import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginForm } from './features/login/login-form.tsx';
import { pagesOf } from './pages.ts';
import { chooseLanguage } from './platform/i18n.ts';
import { LANGUAGE_NAMES } from './platform/languages.ts';
import { useLanguage } from './platform/use-language.ts';
import { logOut, type Session, useSession } from './platform/session.ts';
import { chooseLook, useLook } from './platform/theme.ts';

/** What surrounds every page. */
export function Shell() {
  const session = useSession();
  const { t } = useTranslation();
  return (
    <>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="bar">
        <Header session={session ?? null} />
      </header>
      <main id="content" tabIndex={-1}>
        {session === undefined && <Unreached />}
        {session === null && <LoginForm />}
        {session && <Outlet />}
      </main>
    </>
  );
}

/** Before the service has said who is logged in. */
const Unreached = () => {
  const { t } = useTranslation();
  return (
    <p className="empty" role="status">
      {t('shell.unreached')}
    </p>
  );
};

function Header({ session }: { session: Session | null }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <strong className="brand">{t('shell.product')}</strong>
      {session && (
        <Button
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          {t('shell.menu')}
        </Button>
      )}
      {session && (
        <nav id="menu" className={isOpen ? 'menu open' : 'menu'} aria-label={t('shell.menu')}>
          <Menu session={session} onChosen={() => setOpen(false)} />
        </nav>
      )}
      <div className="choices">
        <Choices />
        {session && (
          <Button size="small" onClick={() => void logOut().catch(() => undefined)}>
            {t('shell.logOut', { name: session.user.displayName })}
          </Button>
        )}
      </div>
    </>
  );
}

function Menu({ session, onChosen }: { session: Session; onChosen: () => void }) {
  const { t } = useTranslation();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return pagesOf(session).map((page) => (
    <Link
      key={page.path}
      to={page.path}
      search={{}}
      onClick={onChosen}
      aria-current={path === page.path ? 'page' : undefined}
    >
      {t(`pages.${page.name}`)}
    </Link>
  ));
}

function Choices() {
  const { t } = useTranslation();
  const look = useLook();
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  return (
    <>
      <Button size="small" lang={other} onClick={() => void chooseLanguage(other)}>
        {LANGUAGE_NAMES[other]}
      </Button>
      <Button size="small" onClick={() => chooseLook(look === 'dark' ? 'light' : 'dark')}>
        {t(look === 'dark' ? 'shell.light' : 'shell.dark')}
      </Button>
    </>
  );
}
