// The few words for making elements. Foreign text is text: nothing here reads HTML.

export const by = (id) => document.getElementById(id);

/** Appends an element with a text and a class. */
export const make = (name, parent, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  if (parent) parent.append(element);
  return element;
};

/** Calls `act` once things have been quiet for so many milliseconds. */
export const quiet = (wait, act) => {
  let timer = 0;
  return (...all) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...all), wait);
  };
};
