// A pointer from where it goes down until it is let go, whatever it drags.

/** A pointer that has gone so far drags. */
const FAR = 6;

/** Tells `move(event)` each move once the pointer drags, and at last `end(event, dragged)`; a cancelled one ends, too. */
export const follow = (begin, move, end) => {
  const [moves, touches] = [new AbortController(), new AbortController()];
  let dragged = false;
  const listen = (name, act) => addEventListener(name, (event) => event.pointerId === begin.pointerId && act(event), { signal: moves.signal });
  listen('pointermove', (event) => {
    dragged ||= Math.hypot(event.clientX - begin.clientX, event.clientY - begin.clientY) >= FAR;
    if (dragged) move(event);
  });
  const stop = (event) => {
    moves.abort();
    setTimeout(() => touches.abort());
    end(event, dragged);
  };
  listen('pointerup', stop);
  listen('pointercancel', stop);
  // A finger that drags does nothing else: a browser that saw a fling would swallow the next tap.
  const hold = (event) => event.cancelable && dragged && event.preventDefault();
  for (const name of ['touchmove', 'touchend']) begin.target.addEventListener(name, hold, { passive: false, signal: touches.signal });
};
