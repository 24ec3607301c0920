// What stays in the browser when the page is left: the problem, its question, the file and what was edited in it.

const NAME = 'keymove';
/** A browser gives some five million characters; a larger file is not kept, only the problem is. */
const MOST = 4_000_000;

/** What was kept, or an empty object. */
export const recall = () => {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
};

/** Keeps a value; says whether all of it could be kept. */
export const keep = (value) => {
  const whole = JSON.stringify(value);
  const small = whole.length <= MOST;
  try {
    localStorage.setItem(NAME, small ? whole : JSON.stringify({ ...value, file: null }));
    return small;
  } catch {
    return false;
  }
};

/** Hands a file to the browser, which asks where to put it or puts it among its downloads. */
export const save = (name, type, content) => {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** A picture of SVG as PNG, so many dots wide. */
export const png = (svg, width) => new Promise((done, fail) => {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round(width * image.naturalHeight / image.naturalWidth);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    canvas.toBlob(done, 'image/png');
  };
  image.onerror = () => fail(new Error('The picture cannot be drawn.'));
  image.src = address;
});
