import { Fragment } from 'react';

/** Words of the interface, such as scopes, none of which is broken in its middle. */
export const Words = ({ of: words }: { of: readonly string[] }) =>
  words.map((word, place) => (
    <Fragment key={word}>
      {place > 0 && ', '}
      <span className="word">{word}</span>
    </Fragment>
  ));
