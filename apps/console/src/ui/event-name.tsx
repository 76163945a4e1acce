import { EVENTS, type EventType } from '@procurement-intents/contract/events';
import { useTranslation } from 'react-i18next';

const isKnown = (type: string): type is EventType => Object.hasOwn(EVENTS, type);

/** What happened, in the language of the viewer, and the type of the event. */
export function EventName({ type }: { type: string }) {
  const { i18n } = useTranslation();
  return (
    <>
      {isKnown(type) && <div>{EVENTS[type][i18n.language === 'zh' ? 'zh' : 'en']}</div>}
      <code className="hint">{type}</code>
    </>
  );
}
