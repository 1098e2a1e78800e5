#if !AsyncHTTPClient
  #error("Enable the trait “AsyncHTTPClient” of the package naru to use NaruAsyncHTTPClient.")
#endif
