#if !AsyncHTTPClient
  #error("NaruAsyncHTTPClient needs the package trait “AsyncHTTPClient” (or --enable-all-traits).")
#endif
