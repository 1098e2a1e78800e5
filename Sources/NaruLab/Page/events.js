// A shared worker with the one connection of all tabs of the page: a browser has only six for a server.

const tabs = new Set();
const tell = (message) => tabs.forEach((tab) => tab.postMessage(message));
let events;

function connect() {
  events = new EventSource("/lab/api/events");
  events.onmessage = ({ data }) => tell(data);
  events.onopen = () => tell("open");
  events.onerror = () => tell("error");
}

self.onconnect = ({ ports: [tab] }) => {
  tabs.add(tab);
  // Its only message is that it is closed.
  tab.onmessage = () => tabs.delete(tab);
  if (!events || events.readyState === EventSource.CLOSED) connect();
  else if (events.readyState === EventSource.OPEN) tab.postMessage("open");
};
