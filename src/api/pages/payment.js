// Puts a chosen or dropped file into the field for the message. The page works without this script.
const $ = (id) => document.getElementById(id);
const [form, message] = [$('payment'), $('message')];
const mostBytes = Number(form.dataset.most);

function say(fault) {
  $('file-fault').textContent = fault;
}

/** The text of a file: UTF-8, or the encoding of its byte order mark or its declaration. */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = (label) => new TextDecoder(label, { fatal: true }).decode(bytes);
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return read('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return read('utf-16be');
  try {
    return read('utf-8');
  } catch (fault) {
    const start = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
    const [, label] = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)/.exec(start) ?? [];
    if (!label || /^utf-?8$/i.test(label)) throw fault;
    return read(label);
  }
}

async function choose(file) {
  say('');
  if (file.size > mostBytes) {
    say(`${file.name} is too large for this page. ${form.dataset.larger}`);
    return;
  }
  try {
    message.value = await textOf(file);
  } catch {
    say(`${file.name} is not text in UTF-8, UTF-16 or the encoding that it declares.`);
    return;
  }
  form.closest('details')?.setAttribute('open', '');
  message.focus();
  message.setSelectionRange(0, 0);
  message.scrollTop = 0;
}

$('file-field').hidden = false;
$('file').addEventListener('change', ({ target }) => target.files[0] && choose(target.files[0]));
document.addEventListener('dragover', (event) => {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
});
document.addEventListener('drop', (event) => {
  if (!event.dataTransfer.files[0]) return;
  event.preventDefault();
  choose(event.dataTransfer.files[0]);
});
form.addEventListener('submit', (event) => {
  const bytes = new URLSearchParams(new FormData(form)).toString().length;
  if (bytes <= mostBytes) return;
  event.preventDefault();
  say(`The message has ${bytes} bytes as it would be sent, more than this page takes. ${form.dataset.larger}`);
  $('file').focus();
});
