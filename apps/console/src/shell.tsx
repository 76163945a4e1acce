import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginForm } from './features/login/login-form.tsx';
import { menuOf } from './pages.ts';
import { chooseLanguage } from './platform/i18n.ts';
import { LANGUAGE_NAMES } from './platform/languages.ts';
import { useLanguage } from './platform/use-language.ts';
import { logOut, type Session, useSession } from './platform/session.ts';
import { chooseLook, useLook } from './platform/theme.ts';

/** What surrounds every page. */
export function Shell() {
  const session = useSession();
  const { t } = useTranslation();
  const menu = useDrawer();
  return (
    <>
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="bar">
        <Header session={session ?? null} menu={menu} />
      </header>
      <div className={session ? 'frame' : undefined}>
        {session && (
          <nav
            id="menu"
            ref={menu.drawer}
            className={menu.isOpen ? 'menu open' : 'menu'}
            aria-label={t('shell.menu')}
            onKeyDown={({ key }) => key === 'Escape' && menu.close()}
            onBlur={({ relatedTarget }) => menu.leave(relatedTarget)}
          >
            <Menu session={session} onChosen={menu.close} />
          </nav>
        )}
        <main id="content" tabIndex={-1} onPointerDown={menu.close}>
          {session === undefined && <Unreached />}
          {session === null && <LoginForm />}
          {session && <Outlet />}
        </main>
      </div>
    </>
  );
}

/** The menu of a narrow screen, which lies above the page while it is open. On a wide one it always stands beside the page. */
function useDrawer() {
  const [isOpen, setOpen] = useState(false);
  const drawer = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) drawer.current?.querySelector('a')?.focus();
  }, [isOpen]);
  const close = useCallback(() => {
    if (drawer.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  }, []);
  /** The button closes it by itself; and what is no element, such as another window, is no place to go to. */
  const leave = (next: EventTarget | null): void => {
    if (next instanceof Node && next !== button.current && !drawer.current?.contains(next)) setOpen(false);
  };
  return { isOpen, drawer, button, close, leave, toggle: () => setOpen(!isOpen) };
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

function Header({ session, menu }: { session: Session | null; menu: ReturnType<typeof useDrawer> }) {
  const { t } = useTranslation();
  return (
    <>
      {session && (
        <Button
          ref={menu.button}
          className="menu-button"
          aria-expanded={menu.isOpen}
          aria-controls="menu"
          onClick={menu.toggle}
        >
          {t('shell.menu')}
        </Button>
      )}
      <strong className="brand">{t('shell.product')}</strong>
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
  return menuOf(session).map(({ group, pages }) => (
    <div key={group} role="group" aria-labelledby={`menu-${group}`}>
      <span id={`menu-${group}`} className="menu-part">
        {t(`groups.${group}`)}
      </span>
      {pages.map((page) => (
        <Link
          key={page.path}
          to={page.path}
          search={{}}
          onClick={onChosen}
          aria-current={path === page.path ? 'page' : undefined}
        >
          {t(`pages.${page.name}`)}
        </Link>
      ))}
    </div>
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
